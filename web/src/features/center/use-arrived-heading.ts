import { useEffect, useRef } from 'react'
import { NavigationType, useNavigationType } from 'react-router'

/** The heading of a part with an address of its own: it takes the focus when a link has led there, for the link is gone. */
export const useArrivedHeading = () => {
  const heading = useRef<HTMLHeadingElement>(null)
  const arrived = useRef(useNavigationType() !== NavigationType.Pop)
  useEffect(() => {
    if (arrived.current) heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}
