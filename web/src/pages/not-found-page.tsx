import { NotFound } from '../features/not-found/not-found.tsx'

/** Every unknown address, inside the layout for those who are logged in. */
export const NotFoundPage = () => <NotFound />
