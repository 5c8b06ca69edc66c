import { redirect } from '@sveltejs/kit';
import { findUser, SESSION, sessionOf } from '../../../lib/session.js';

export const actions = {
  default: async ({ request, cookies }) => {
    const form = await request.formData();
    const user = findUser(form.get('name'), form.get('password'));
    if (!user) redirect(303, '/sign-in?wrong');
    const { value, ...options } = sessionOf(user);
    cookies.set(SESSION, value, options);
    redirect(303, '/');
  },
};
