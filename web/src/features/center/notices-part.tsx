import type { NoticeTopic } from '@tongchuang/contract/messages.ts'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTexts } from '../../locales/texts.ts'
import styles from './choices.module.css'
import { noticesQuery } from './privacy-queries.ts'
import { useUpdateProfile } from './queries.ts'
import { SettingsPart } from './settings-part.tsx'

const channels = ['in_app', 'mail'] as const
type Channel = (typeof channels)[number]

/** The notice settings, for the message box and for mail: each switch takes effect at once. */
export const NoticesPart = () => {
  const { center } = useTexts()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(noticesQuery)
  const update = useUpdateProfile()
  const shown = data?.mail === 'off' ? channels.slice(0, 1) : channels

  const show = (topic: NoticeTopic, change: Partial<Record<Channel, boolean>>) =>
    client.setQueryData(
      noticesQuery.queryKey,
      (now) => now && { ...now, topics: now.topics.map((one) => (one.topic === topic ? { ...one, ...change } : one)) },
    )
  const change = (topic: NoticeTopic, channel: Channel, on: boolean) => {
    const setting = data?.topics.find((one) => one.topic === topic)
    if (!setting) return
    show(topic, { [channel]: on })
    // Each change has its own answer, and one that is refused takes back no other.
    update.mutateAsync({ notices: [{ ...setting, [channel]: on }] }).catch((failure: unknown) => {
      show(topic, { [channel]: !on })
      showToast(failureText(failure))
    })
  }

  return (
    <SettingsPart title={center.notices} hint={data?.mail === 'off' ? center.noticesHintNoMail : center.noticesHint}>
      {error && !data && <RegionError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonList count={7} height={40} gap={4} />}
      {data && (
        <table className={styles.switches}>
          <thead>
            <tr>
              <th scope="col">{center.what}</th>
              {shown.map((channel) => (
                <th key={channel} scope="col">
                  {center.channels[channel]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.topics.map((setting) => (
              <tr key={setting.topic}>
                <th scope="row">{center.topics[setting.topic]}</th>
                {shown.map((channel) => (
                  <td key={channel}>
                    <input
                      type="checkbox"
                      role="switch"
                      className={styles.switch}
                      aria-label={center.switchOf(center.topics[setting.topic], center.channels[channel])}
                      checked={setting[channel]}
                      aria-checked={setting[channel]}
                      disabled={channel === 'mail' && data.mail === 'no_address'}
                      onChange={(event) => change(setting.topic, channel, event.target.checked)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data?.mail === 'no_address' && <p className={styles.note}>{center.noAddress}</p>}
    </SettingsPart>
  )
}
