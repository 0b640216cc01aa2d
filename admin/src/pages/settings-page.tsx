import { SiteSettings } from '../features/settings/site-settings.tsx'

/** /admin/settings */
export const SettingsPage = () => <SiteSettings />
