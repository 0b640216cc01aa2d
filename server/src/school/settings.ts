import { fail } from '@tongchuang/contract/errors.ts'
import { keysOf } from '@tongchuang/contract/records.ts'
import { settingsAdmin, type SettingKey } from '@tongchuang/contract/settings.admin.ts'
import type { App } from '../app-services.ts'
import { implement } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import { readSettings, replaceSetting, settingVersions, type SiteSettings } from '../settings.ts'
import { needsReason, settingsProblem } from './settings-rules.ts'

const keys = keysOf(settingsAdmin.change.input.properties.settings.properties)

const only = <T>(all: Readonly<Record<string, T>>): Record<SettingKey, T> =>
  Object.fromEntries(keys.map((key) => [key, all[key]])) as Record<SettingKey, T>

/** The settings of the site: they are read with their versions, and a change must name the version it is based on. */
export const settingsRoutes = (app: App): void => {
  const { db, config, mail } = app

  const change = (settings: Partial<SiteSettings>, seen: Readonly<Partial<Record<SettingKey, number>>>) =>
    db.transaction().execute(async (db) => {
      for (const key of keys) {
        const value = settings[key]
        if (value === undefined) continue
        const version = seen[key]
        if (version === undefined)
          throw invalid(`versions.${key}`, '缺少读到的版本', 'The version it was read with is missing')
        if (await replaceSetting(db, key, value as never, version)) continue
        // Both values are returned, so that nothing typed is lost.
        const theirs = await readSettings(db)
        throw fail('CONFLICT', { key, theirs: theirs[key], yours: value, versions: only(await settingVersions(db)) })
      }
      return { versions: only(await settingVersions(db)) }
    })

  implement(app, settingsAdmin, {
    read: async () => {
      const [settings, versions] = await Promise.all([readSettings(db), settingVersions(db)])
      return {
        settings: only(settings as never) as never,
        versions: only(versions),
        locked: { base_url: config.baseUrl ?? '', mail: mail.enabled, https: config.https },
      }
    },

    change: async ({ settings, versions, reason }) => {
      const problem = settingsProblem(settings as Partial<SiteSettings>)
      if (problem) throw invalid(problem.field, problem.zh, problem.en)
      if (settings.base_url !== undefined && config.baseUrl !== null)
        throw invalid('base_url', '由服务器配置锁定', 'Set by the configuration of the server')
      if (!reason && needsReason(await readSettings(db), settings as Partial<SiteSettings>))
        throw invalid('reason', '请写明原因，会留在操作记录里', 'Say why; it stays in the record')
      const changed = await change(settings as Partial<SiteSettings>, versions)
      // Clears the cached settings, so that this process sees the change at once.
      await app.changeSettings({})
      return changed
    },
  })
}
