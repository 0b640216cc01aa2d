import { postLength } from '@tongchuang/contract/discussions.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { FieldError } from '@tongchuang/ui/field.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { StoredHtml } from '@tongchuang/ui/stored-html.tsx'
import { isComposing, isSubmitKey, sendKeys } from '@tongchuang/ui/use-enter-submit.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './composer.module.css'
import { FormatBar } from './format-bar.tsx'
import { mark } from './marking.ts'
import { NameList } from './name-list.tsx'
import { previewQuery } from './queries.ts'
import { useComposer, type Composing } from './use-composer.ts'

type Props = Composing & {
  label: string
  placeholder: string
  send: string
  onCancel?: (() => void) | undefined
}

// The share of the limit from which the number of characters is shown.
const countFrom = 0.9

/** The preview, shown instead of the text. */
const Preview = ({ content }: { content: string }) => {
  const { discussions: texts } = useTexts()
  const read = useQuery(previewQuery(content, true))
  return (
    <section className={styles.preview} aria-label={texts.preview}>
      <ReadFailure of={read} />
      {content.trim() === '' ? (
        <p className={styles.nothing}>{texts.previewEmpty}</p>
      ) : (
        read.data && <StoredHtml html={read.data.content_html} className={styles.text} />
      )}
    </section>
  )
}

type PartProps = Props & { writing: ReturnType<typeof useComposer> }

/** The text field: completes names and accepts pasted pictures. */
const Area = ({ writing, id, label, placeholder, text, onCancel }: PartProps & { id: string }) => {
  const { area, anonymous, said, write, enter, mention, picture, submit } = writing
  return (
    <textarea
      ref={area}
      className={styles.area}
      aria-label={label}
      placeholder={placeholder}
      rows={3}
      value={text}
      aria-invalid={said ? true : undefined}
      aria-describedby={
        [said ? `${id}-error` : '', anonymous ? `${id}-hint` : ''].filter(Boolean).join(' ') || undefined
      }
      aria-autocomplete="list"
      aria-controls={mention.isOpen ? mention.id : undefined}
      aria-activedescendant={mention.isOpen ? mention.optionId(mention.active) : undefined}
      onChange={(event) => {
        write(event.target.value)
        mention.look()
      }}
      onFocus={enter}
      onSelect={mention.look}
      onBlur={mention.close}
      onPaste={picture.onPaste}
      {...picture.dropping}
      onKeyDown={(event) => {
        if (mention.onKeyDown(event)) return
        if (event.key === 'Escape' && onCancel && !isComposing(event)) onCancel()
        if (!isSubmitKey(event, true)) return
        event.preventDefault()
        void submit()
      }}
    />
  )
}

/** The bar below the text: formatting, posting without the name, and the buttons to send or cancel. */
const Bar = ({ writing, send, mayHide = false, onCancel }: PartProps) => {
  const { discussions: texts } = useTexts()
  const { isShown, setShown, anonymous, setAnonymous, busy, length, change, picture } = writing
  return (
    <div className={styles.bar}>
      <FormatBar
        isShown={isShown}
        onPreview={() => setShown(!isShown)}
        onMark={(kind) => change((selected) => mark(selected, kind))}
        onPictures={picture.take}
      />
      {mayHide && (
        <label className={styles.anonymous}>
          <input type="checkbox" checked={anonymous} onChange={(event) => setAnonymous(event.target.checked)} />
          {texts.anonymous}
        </label>
      )}
      <div className={styles.end}>
        {length > postLength.max * countFrom && (
          <span className={`num ${styles.count}`}>{`${length}/${postLength.max}`}</span>
        )}
        <kbd className={styles.keys}>{sendKeys()}</kbd>
        {onCancel && (
          <Button tone="text" size="small" onClick={onCancel}>
            {texts.cancel}
          </Button>
        )}
        <Button type="submit" tone="primary" size="small" busy={busy}>
          {picture.isBusy ? texts.sendingPicture : send}
        </Button>
      </div>
    </div>
  )
}

/**
 * The form for writing a post: plain text with a few helpers. Nothing typed is lost, whatever happens to the request.
 */
export const Composer = (props: Props) => {
  const { discussions: texts } = useTexts()
  const id = useId()
  const writing = useComposer(props)
  const { isShown, anonymous, said, mention, submit } = writing
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div className={styles.box}>
        {isShown ? <Preview content={props.text} /> : <Area {...props} writing={writing} id={id} />}
        {mention.isOpen && <NameList mention={mention} />}
        <Bar {...props} writing={writing} />
      </div>
      {said && <FieldError id={`${id}-error`}>{said}</FieldError>}
      {anonymous && (
        <p id={`${id}-hint`} className={styles.hint}>
          {texts.anonymousHint}
        </p>
      )}
    </form>
  )
}
