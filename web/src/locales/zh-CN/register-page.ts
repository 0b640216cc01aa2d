import { registering } from './registering.ts'

/** What only the page of the registration says. */
export const registerPage = { registering }
