import { HomeDesk } from '../features/home/home-desk.tsx'

/** /admin: what waits for whoever is logged in. */
export const HomePage = () => <HomeDesk />
