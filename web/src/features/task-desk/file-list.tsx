import type { FileCard } from '@tongchuang/contract/files.ts'
import { basePath } from '@tongchuang/ui/site.ts'
import { Download } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import styles from './file-list.module.css'
import { endingOf, sizeOf } from './numbers.ts'

const FilePicture = ({ name, kind }: Pick<FileCard, 'name' | 'kind'>) => (
  <svg className={styles.picture} data-kind={kind} viewBox="0 0 40 44" aria-hidden>
    <path d="M8 2h16l9 9v31H8z" fill="#fff" stroke="#86909c" strokeWidth="1.5" strokeLinejoin="round" />
    <path d="M24 2v9h9" fill="none" stroke="#86909c" strokeWidth="1.5" strokeLinejoin="round" />
    <rect x="2" y="22" width="36" height="14" rx="3" fill="currentColor" />
    <text x="20" y="32.5" textAnchor="middle" fontSize="9.5" fontWeight="700" fill="#fff">
      {endingOf(name)}
    </text>
  </svg>
)

/** Files to look at or take along: the name opens what a browser can show, the arrow saves it. */
export const FileList = ({ files }: { files: readonly FileCard[] }) => {
  const { desk: texts } = useTexts()
  return (
    <ul className={styles.files}>
      {files.map(({ id, name, size, kind, url, thumb_url }) => (
        <li key={id}>
          {thumb_url ? <img src={basePath() + thumb_url} alt="" width={40} height={40} loading="lazy" /> : <FilePicture name={name} kind={kind} />}
          <a className={styles.name} href={basePath() + url} target="_blank" rel="noreferrer">
            <b>{name}</b>
            <small className="num">{sizeOf(size)}</small>
          </a>
          <a className={`${styles.save} no-print`} href={basePath() + url} download={name} aria-label={texts.download(name)} title={texts.download(name)}>
            <Download size={20} aria-hidden />
          </a>
        </li>
      ))}
    </ul>
  )
}
