import { Banners } from '../features/banners/banners.tsx'
import { uploadFile } from '../features/tasks/upload.ts'

/** /admin/banners: what the square tells everybody, or one guild. */
export const BannersPage = () => <Banners upload={(file, onPercent) => uploadFile(file, 'banner', onPercent)} />
