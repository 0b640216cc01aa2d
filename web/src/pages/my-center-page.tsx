import { useTexts } from '../locales/texts.ts'

/** Its content comes with its feature. */
export const MyCenterPage = () => {
  const { shell } = useTexts()
  return (
    <>
      <h1>{shell.titles.center}</h1>
      <p>{shell.soon}</p>
    </>
  )
}
