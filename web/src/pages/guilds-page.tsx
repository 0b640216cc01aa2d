import { useTexts } from '../locales/texts.ts'

/** Its content comes with its feature. */
export const GuildsPage = () => {
  const { shell } = useTexts()
  return (
    <>
      <h1>{shell.titles.guilds}</h1>
      <p>{shell.soon}</p>
    </>
  )
}
