import type { ComponentProps } from 'react'
import { TextArea } from './field.tsx'
import styles from './send-area.module.css'
import { sendKeys, useEnterSubmit } from './use-enter-submit.ts'

/** A text of several lines that is sent with Ctrl or Command and Enter; a hint says so on devices with a keyboard. */
export const SendArea = ({
  onSend,
  hint,
  ...area
}: Omit<ComponentProps<typeof TextArea>, 'onKeyDown'> & { onSend: () => void }) => {
  const onKeyDown = useEnterSubmit(onSend, { multiline: true })
  return (
    <TextArea
      {...area}
      hint={
        <span className={styles.hint}>
          <span>{hint}</span>
          <kbd className={styles.keys}>{sendKeys()}</kbd>
        </span>
      }
      onKeyDown={onKeyDown}
    />
  )
}
