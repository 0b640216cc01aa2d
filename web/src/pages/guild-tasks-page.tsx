import { useTexts } from '../locales/texts.ts'

/** Its content comes with its feature. */
export const GuildTasksPage = () => {
  const { shell } = useTexts()
  return (
    <>
      <h1>{shell.titles.guildTasks}</h1>
      <p>{shell.soon}</p>
    </>
  )
}
