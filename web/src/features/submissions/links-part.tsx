import { mostLinks } from '@tongchuang/contract/files.ts'
import { Button, IconButton } from '@tongchuang/ui/button.tsx'
import { FieldError } from '@tongchuang/ui/field.tsx'
import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './form-parts.module.css'
import { isWebAddress, sharedAddress } from './web-link.ts'

/** Addresses that belong to the work. */
export const LinksPart = ({
  links,
  locked,
  onChange,
}: {
  links: readonly string[]
  locked: boolean
  onChange: (links: string[]) => void
}) => {
  const { submissions: texts } = useTexts()
  // Who asks for a field types into it: elsewhere letters are shortcuts, and a slash leads to another page.
  const isAsked = useRef(false)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const set = (index: number, link: string) => onChange(links.map((old, place) => (place === index ? link : old)))
  return (
    <section className={styles.part} aria-labelledby="links-part">
      <h2 id="links-part">
        {texts.links} <small>{texts.linksHint(mostLinks)}</small>
      </h2>
      {links.map((link, index) => {
        const isWrong = left.has(index) && link.trim() !== '' && !isWebAddress(link)
        return (
          <div key={index} className={styles.link}>
            <div className={styles.linkField}>
              <input
                ref={(field) => {
                  if (!field || !isAsked.current || index < links.length - 1) return
                  isAsked.current = false
                  field.focus()
                }}
                type="url"
                inputMode="url"
                placeholder="https://"
                maxLength={2000}
                value={link}
                readOnly={locked}
                aria-label={texts.linkAddress(index + 1)}
                aria-invalid={isWrong || undefined}
                aria-describedby={isWrong ? `link-${index}-error` : undefined}
                onChange={(event) => set(index, event.target.value)}
                onPaste={(event) => {
                  const address = sharedAddress(event.clipboardData.getData('text/plain'))
                  if (address === null || locked || link !== '') return
                  event.preventDefault()
                  set(index, address)
                }}
                onBlur={() => setLeft((before) => new Set(before).add(index))}
              />
              <IconButton
                label={texts.removeLink(index + 1)}
                disabled={locked}
                onClick={() => onChange(links.filter((_, place) => place !== index))}
              >
                <X size={20} aria-hidden />
              </IconButton>
            </div>
            {isWrong && <FieldError id={`link-${index}-error`}>{texts.wrongLink}</FieldError>}
          </div>
        )
      })}
      {links.length < mostLinks && (
        <Button
          tone="text"
          className={styles.add}
          blocked={locked}
          onClick={() => {
            isAsked.current = true
            onChange([...links, ''])
          }}
        >
          <Plus size={20} aria-hidden />
          {links.length > 0 ? texts.addLink : texts.firstLink}
        </Button>
      )}
    </section>
  )
}
