import { useTexts } from '../locales/texts.ts'

/** Its content comes with its feature. */
export const TaskSubmitPage = () => {
  const { shell } = useTexts()
  return (
    <>
      <h1>{shell.titles.submit}</h1>
      <p>{shell.soon}</p>
    </>
  )
}
