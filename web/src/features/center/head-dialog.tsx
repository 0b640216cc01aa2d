import { hues } from '@tongchuang/contract/rules/hues.ts'
import { headByName, headNumbers, headOf, headParts } from '@tongchuang/contract/heads.ts'
import type { Head, HeadPart } from '@tongchuang/contract/heads.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { HeadParts, hairColours, skins } from '@tongchuang/ui/head-parts.tsx'
import { hueStyle } from '@tongchuang/ui/hues.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { Shuffle } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './head-dialog.module.css'
import { useUpdateProfile } from './queries.ts'

type RowProps = {
  legend: string
  names: readonly string[]
  chosen: number
  onChoose: (at: number) => void
  children: (at: number) => ReactNode
}

/** One row of choices, each drawn as it would look. */
const Row = ({ legend, names, chosen, onChoose, children }: RowProps) => (
  <fieldset className={styles.row}>
    <legend>{legend}</legend>
    <div>
      {names.map((name, at) => (
        <label key={name}>
          <input type="radio" name={legend} aria-label={name} checked={at === chosen} onChange={() => onChoose(at)} />
          {children(at)}
        </label>
      ))}
    </div>
  </fieldset>
)

const sizes = [styles.large, styles.medium, styles.small]

/** Glasses and headwear share one row: glasses first, then the rest. */
const worn = (head: Head): number => (head.extra > 0 ? headParts.glasses - 1 + head.extra : head.glasses)
const wearing = (at: number): Pick<Head, 'glasses' | 'extra'> =>
  at < headParts.glasses ? { glasses: at, extra: 0 } : { glasses: 0, extra: at - headParts.glasses + 1 }

/** Randomizes every part that says nothing about the person; hair and skin stay as chosen. */
const another = (head: Head): Head => {
  const parts: HeadPart[] = ['face', 'glasses', 'collar', 'eyes', 'mouth', 'ground', 'hue']
  return { ...head, ...Object.fromEntries(parts.map((part) => [part, Math.floor(Math.random() * headParts[part])])) }
}

/** Composes the user's head: rows of parts, with a preview in three sizes. */
export const HeadDialog = ({ code, nickname, onClose }: { code: string; nickname: string; onClose: () => void }) => {
  const { heads: texts } = useTexts()
  const update = useUpdateProfile()
  const [begin] = useState<Head>(() => headOf(code) ?? headByName(nickname))
  const [head, setHead] = useState(begin)
  const set = (next: Partial<Head>) => setHead({ ...head, ...next })
  const save = () =>
    update.mutate(
      { avatar: 0, head: headNumbers(head) },
      {
        onSuccess: () => {
          showToast(texts.saved, 'success')
          onClose()
        },
        onError: (failure) => showToast(failureText(failure)),
      },
    )
  const drawn = (next: Partial<Head>) => (
    <i className={styles.choice}>
      <HeadParts head={{ ...head, ...next }} />
    </i>
  )
  return (
    <Dialog
      title={texts.title}
      onClose={onClose}
      unsaved={head !== begin}
      wide
      actions={
        <>
          <Button onClick={() => setHead(another(head))}>
            <Shuffle size={18} aria-hidden />
            {texts.another}
          </Button>
          <Button tone="primary" busy={update.isPending} onClick={save}>
            {texts.take}
          </Button>
        </>
      }
    >
      <p className={styles.hint}>{texts.hint}</p>
      <div className={styles.columns}>
        <div className={styles.me} aria-hidden>
          <b>{nickname}</b>
          {sizes.map((size) => (
            <span key={size} className={size}>
              <HeadParts head={head} />
            </span>
          ))}
          <small>{texts.smallest}</small>
        </div>
        <div>
          <Row legend={texts.hair} names={texts.hairs} chosen={head.hair} onChoose={(hair) => set({ hair })}>
            {(hair) => drawn({ hair })}
          </Row>
          <Row legend={texts.colour} names={texts.colours} chosen={head.colour} onChoose={(colour) => set({ colour })}>
            {(colour) => <i className={styles.paint} style={{ background: hairColours[colour] }} />}
          </Row>
          <Row legend={texts.skin} names={texts.skins} chosen={head.skin} onChoose={(skin) => set({ skin })}>
            {(skin) => <i className={styles.paint} style={{ background: skins[skin]?.[0] }} />}
          </Row>
          <Row legend={texts.worn} names={texts.things} chosen={worn(head)} onChoose={(at) => set(wearing(at))}>
            {(at) => drawn(wearing(at))}
          </Row>
          <Row legend={texts.collar} names={texts.collars} chosen={head.collar} onChoose={(collar) => set({ collar })}>
            {(collar) => drawn({ collar })}
          </Row>
          <Row legend={texts.ground} names={texts.grounds} chosen={head.hue} onChoose={(hue) => set({ hue })}>
            {(hue) => (
              <i className={styles.paint} style={{ ...hueStyle(hues[hue] ?? 'tech'), background: 'var(--hue)' }} />
            )}
          </Row>
        </div>
      </div>
    </Dialog>
  )
}
