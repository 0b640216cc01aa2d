import { useTexts } from '../locales/texts.ts'

/** Its content comes with its feature. */
export const SquarePage = () => {
  const { shell } = useTexts()
  return (
    <>
      <h1>{shell.titles.square}</h1>
      <p>{shell.soon}</p>
    </>
  )
}
