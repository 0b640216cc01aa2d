import { readSettings, type WrongSettings } from '../config.ts'

/** What an operator is told about wrong settings, a line each in both languages; empty where all are right. */
export const problemsOf = (env: Record<string, string>): string[] => {
  try {
    readSettings(env)
    return []
  } catch (error) {
    return (error as WrongSettings).problems.map(({ zh, en }) => `${zh} / ${en}`)
  }
}
