import { useSearchParams } from 'react-router'

/** Search terms, cut to 60 characters, kept in the address so that the back button shows the same results. */
export const useSearchParamsState = () => {
  const [params, setParams] = useSearchParams()
  return {
    get: (name: string) => (params.get(name) ?? '').slice(0, 60),
    set: (name: string, value: string) =>
      setParams(
        (before) => {
          if (value) before.set(name, value)
          else before.delete(name)
          return before
        },
        { replace: true, preventScrollReset: true },
      ),
    reset: () => setParams({}, { replace: true, preventScrollReset: true }),
  }
}
