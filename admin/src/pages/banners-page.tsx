import { Banners } from '../features/banners/banners.tsx'
import { uploadFile } from '../features/tasks/upload.ts'

/** /admin/banners: the banners of the square, for everybody or one guild. */
export const BannersPage = () => <Banners upload={(file, onPercent) => uploadFile(file, 'banner', onPercent)} />
