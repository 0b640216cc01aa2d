import { Suspense, useState } from 'react'
import type { ClipboardEvent, ReactNode } from 'react'
import { Button } from '@tongchuang/ui/button.tsx'
import { useTexts } from '../../locales/texts.ts'
import { Toolbar } from './toolbar.tsx'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { pastedFiles } from '@tongchuang/ui/pasted-files.ts'
import { useWorkEditor, type Editing } from './use-work-editor.ts'
import styles from './work-editor.module.css'

const WorkPreview = lazyPart(() => import('./work-preview.tsx').then((module) => module.WorkPreview))

type Props = Editing & {
  /** The field for the title, above the text. */
  title: ReactNode
  state: ReactNode
  foot: ReactNode
  onPicture: () => void
}

/** The paper: a plain field that accepts input at once, replaced by the editor as soon as it is loaded. */
export const WorkEditor = (props: Props) => {
  const { submissions: texts } = useTexts()
  const { value, locked, footId } = props
  const { handle, failed, place, plain, formulaField } = useWorkEditor(props, styles.prose ?? '')
  const [isShown, setShown] = useState(false)

  const pasted = (event: ClipboardEvent) => {
    const files = pastedFiles(event.clipboardData)
    if (files.length === 0) return
    event.preventDefault()
    props.onFiles(files)
  }

  return (
    <div className={styles.paper}>
      <Toolbar handle={isShown || locked ? null : handle} onPicture={props.onPicture}>
        {props.state}
      </Toolbar>
      <div className={styles.sheet}>
        {props.title}
        <div ref={place} className={styles.place} hidden={!handle || isShown} />
        {isShown && (
          <Suspense>
            <WorkPreview content={value} />
          </Suspense>
        )}
        {!handle && !isShown && (
          <textarea
            {...plain}
            className={styles.plain}
            aria-label={texts.text}
            aria-describedby={footId}
            placeholder={texts.placeholder}
            value={value}
            readOnly={locked}
            onPaste={pasted}
            onBlur={props.onBlur}
          />
        )}
      </div>
      <div className={styles.foot} id={footId}>
        {props.foot}
        <span className={styles.hint}>{failed ? texts.plainEditor : texts.editorHint}</span>
        <Button tone="text" onClick={() => setShown(!isShown)}>
          {isShown ? texts.backToWriting : texts.preview}
        </Button>
      </div>
      {formulaField}
    </div>
  )
}
