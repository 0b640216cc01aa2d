import { showToast } from '@tongchuang/ui/toast.ts'
import { refusedFileTexts } from '../../locales/use-refused-file-texts.ts'

/** Says that what was chosen for the text stays a file beside it. */
export const sayNoPicture = (name: string): void => showToast(refusedFileTexts().noPicture(name), 'warning')
