import express from 'express';
import { signIn } from './users.js';

const app = express();
app.post('/sign-in', express.urlencoded({ extended: false }), signIn);
app.use(express.static('public'));

app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
