import { Copy, Download } from 'lucide-react'
import { Button } from './button.tsx'
import { copyAndTell } from './copy-text.ts'
import styles from './recovery-codes.module.css'
import { useUiTexts } from './ui-texts.ts'

const save = (text: string) => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(url)
}

/** Recovery codes, shown only once, to be copied, saved or written down. */
export const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => {
  const texts = useUiTexts()
  const text = codes.join('\n')
  return (
    <div className={styles.box}>
      <p>{texts.recoveryText}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button size="small" onClick={() => void copyAndTell(text)}>
          <Copy size={16} aria-hidden />
          {texts.copy}
        </Button>
        <Button size="small" onClick={() => save(text)}>
          <Download size={16} aria-hidden />
          {texts.saveCodes}
        </Button>
      </div>
    </div>
  )
}
