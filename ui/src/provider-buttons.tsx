import type { Output } from '@tongchuang/contract/call.ts'
import type { providers as calls } from '@tongchuang/contract/providers.ts'
import { TriangleAlert } from 'lucide-react'
import styles from './provider-buttons.module.css'
import type { ProviderKind } from './log-in-apps.ts'
import { useLanguage } from './language.ts'
import { providerTexts } from './texts/provider.ts'
import { formatMoment } from './time.ts'

export type OfferedProvider = Output<typeof calls.list>[number]

const signs: Readonly<Record<'school' | 'talk' | 'wing' | 'bird', { color: string; d: string }>> = {
  school: { color: 'var(--ink-2)', d: 'M12 3 2 9h20zM4 10h3v8H4zM10.5 10h3v8h-3zM17 10h3v8h-3zM2 19h20v2H2z' },
  talk: {
    color: 'var(--primary-7)',
    d: 'M4 5h16v11h-8l-4 4v-4H4zM9 9a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zM15 9a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z',
  },
  wing: {
    color: 'var(--primary-6)',
    d: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zM7 8c3 2 6 3 10 3-1 2-2 3-4 3h2l-4 5 1-4h-2c0-2-2-4-3-7z',
  },
  bird: {
    color: 'var(--ok)',
    d: 'M3 7c4 4 8 6 12 6 1-3 3-4 6-4-1 6-5 10-11 10-4 0-6-2-7-3zM7 4h7c2 2 2 4 2 6-3 0-6-3-9-6z',
  },
}
const signOf: Readonly<Record<ProviderKind, keyof typeof signs>> = {
  oidc: 'school',
  cas: 'school',
  wecom: 'talk',
  dingtalk: 'wing',
  feishu: 'bird',
}

/** The icon of a kind of provider: an original drawing, not a trademark. */
export const ProviderSign = ({ kind }: { kind: ProviderKind }) => {
  const { color, d } = signs[signOf[kind]]
  return (
    <svg width="22" height="22" viewBox="0 0 24 24" fill={color} fillRule="evenodd" aria-hidden>
      <path d={d} />
    </svg>
  )
}

type Props = { offered: readonly OfferedProvider[]; busy: number | null; onPress: (provider: OfferedProvider) => void }

const isSchool = ({ kind }: OfferedProvider): boolean => kind === 'oidc' || kind === 'cas'

/** The log-in providers below the password: the school's own across the whole width, the apps side by side. */
export const ProviderButtons = ({ offered, busy, onPress }: Props) => {
  const provider = providerTexts(useLanguage())
  const apps = offered.filter((one) => !isSchool(one))
  const inOrder = [...offered.filter(isSchool), ...apps]
  if (inOrder.length === 0) return null
  // Apps stand two in a row; the last of an odd number takes a whole row.
  const isWhole = (one: OfferedProvider) => isSchool(one) || (apps.length % 2 === 1 && one === apps.at(-1))
  return (
    <div>
      <p className={styles.or} aria-hidden>
        {provider.or}
      </p>
      <ul className={styles.buttons} aria-label={provider.or}>
        {inOrder.map((one) => {
          const isDown = one.down_since !== null
          return (
            <li key={one.id} className={isWhole(one) ? styles.whole : undefined}>
              <button
                type="button"
                aria-disabled={isDown || busy !== null || undefined}
                aria-busy={busy === one.id || undefined}
                onClick={() => isDown || busy !== null || onPress(one)}
              >
                <ProviderSign kind={one.kind} />
                <span>{one.name}</span>
                {isDown && <small>{provider.down}</small>}
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Says above the form which providers do not answer, and that the password works. */
export const ProvidersDown = ({ offered }: { offered: readonly OfferedProvider[] }) => {
  const language = useLanguage()
  const provider = providerTexts(language)
  const down = offered.filter(({ down_since }) => down_since !== null)
  return (
    <div aria-live="polite">
      {down.map(({ id, name, down_since }) => (
        <div key={id} className={styles.down}>
          <TriangleAlert size={20} aria-hidden />
          <div>
            <b>{provider.isDown(name)}</b>
            <p>{provider.downSince(formatMoment(down_since ?? '', language))}</p>
          </div>
        </div>
      ))}
    </div>
  )
}
