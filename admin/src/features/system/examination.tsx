import type { Output } from '@tongchuang/contract/call.ts'
import { systemAdmin } from '@tongchuang/contract/system.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { Notice } from '@tongchuang/ui/notice.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck, CircleMinus, TriangleAlert } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import styles from './system-state.module.css'

type Finding = Output<typeof systemAdmin.examine>['findings'][number]

const icons: Record<Finding['state'], typeof CircleCheck> = {
  ok: CircleCheck,
  unset: CircleMinus,
  wrong: TriangleAlert,
}

/** The findings of the command `doctor`, on request. */
export const Examination = () => {
  const { system } = useTexts()
  const { data, error, isPending, mutate } = useMutation({ mutationFn: () => sendQuietly(systemAdmin.examine) })
  return (
    <section aria-labelledby="examination">
      <h2 id="examination">{system.examination}</h2>
      <p className={styles.explained}>{system.examinationText}</p>
      <div role="alert">{error && <Notice title={failureText(error)} />}</div>
      <output aria-busy={isPending}>
        {data && !isPending && (
          <ul className={styles.examined}>
            {data.findings.map(({ what, state, detail }) => {
              const Icon = icons[state]
              return (
                <li key={what} data-state={state}>
                  <Icon size={18} aria-hidden />
                  <b>{system.examined[what]}</b>
                  <span>{system.examinedState[state]}</span>
                  <small>{detail}</small>
                </li>
              )
            })}
          </ul>
        )}
      </output>
      <Button busy={isPending} onClick={() => mutate()}>
        {isPending ? system.examining : data ? system.examineAgain : system.examine}
      </Button>
    </section>
  )
}
