import { NoticeSettings } from '../features/notices/notice-settings.tsx'

/** /admin/notices: the settings of the notices to staff, on the site and by mail. */
export const NoticesPage = () => <NoticeSettings />
