import { Providers } from '../features/providers/providers.tsx'

/** /admin/settings/providers */
export const ProvidersPage = () => <Providers />
