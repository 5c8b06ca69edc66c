import { headers } from 'next/headers';
import { userOf } from '../lib/session.js';

/** The user who sends the present request; undefined for everybody else. */
export const currentUser = async () => userOf((await headers()).get('cookie'));
