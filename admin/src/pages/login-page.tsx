import { useOutletContext } from 'react-router'
import type { StaffDoor } from '../app/door.ts'
import { DoorFrame } from '../features/door/door-frame.tsx'
import { LoginForm } from '../features/door/login-form.tsx'
import { TicketExchange } from '../features/door/ticket-exchange.tsx'

/** /admin/login: with a ticket of the student site, else with a password. */
export const LoginPage = () => {
  const { ticket, forgetTicket, loggedIn } = useOutletContext<StaffDoor>()
  return (
    <DoorFrame>
      {ticket ? (
        <TicketExchange key={ticket.ticket} {...ticket} onLoggedIn={loggedIn} onGiveUp={forgetTicket} />
      ) : (
        <LoginForm onLoggedIn={loggedIn} />
      )}
    </DoorFrame>
  )
}
