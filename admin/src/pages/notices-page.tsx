import { NoticeSettings } from '../features/notices/notice-settings.tsx'

/** /admin/notices: what one is told as staff, here and by mail. */
export const NoticesPage = () => <NoticeSettings />
