import { HomeOverview } from '../features/home/home-overview.tsx'

/** /admin: what is waiting for the user. */
export const HomePage = () => <HomeOverview />
