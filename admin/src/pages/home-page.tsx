import { HomeOverview } from '../features/home/home-overview.tsx'

/** /admin: what waits for whoever is logged in. */
export const HomePage = () => <HomeOverview />
