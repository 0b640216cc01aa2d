import { Button } from '@tongchuang/ui/button.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQuery } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import { devicesQuery, useEndDevice } from './queries.ts'
import { SettingsPart } from './settings-part.tsx'
import styles from './settings.module.css'

/** The devices on which the user is logged in, with a way to end each session. */
export const Devices = () => {
  const { center } = useTexts()
  const language = useLanguage()
  const { data, error, refetch } = useQuery(devicesQuery)
  const end = useEndDevice()
  return (
    <SettingsPart title={center.devices} hint={center.devicesHint}>
      {error && !data && <RegionError what={center.devicesFailed} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonList count={2} height={56} />}
      {data && (
        <ul className={styles.devices}>
          {data.map((device) => {
            const name = device.name || center.unknownDevice
            const Icon = /Android|iPhone|iPad|HarmonyOS/.test(name) ? Smartphone : Laptop
            return (
              <li key={device.id}>
                <Icon size={20} aria-hidden />
                <div>
                  <b>{name}</b>
                  <small id={`device-${device.id}`}>
                    {device.current
                      ? center.thisDevice
                      : center.since(formatMoment(device.created_at, language), device.address)}
                  </small>
                </div>
                {!device.current && (
                  <Button
                    size="small"
                    aria-label={center.endDeviceOf(name)}
                    aria-describedby={`device-${device.id}`}
                    busy={end.isPending && end.variables.id === device.id}
                    onClick={() =>
                      end.mutate({ id: device.id }, { onSuccess: () => showToast(center.deviceEnded, 'success') })
                    }
                  >
                    {center.endDevice}
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {data && data.length > 1 && (
        <Button
          tone="text"
          busy={end.isPending && end.variables.others === true}
          onClick={() =>
            end.mutate({ others: true }, { onSuccess: ({ ended }) => showToast(center.othersEnded(ended), 'success') })
          }
        >
          {center.endOthers}
        </Button>
      )}
    </SettingsPart>
  )
}
