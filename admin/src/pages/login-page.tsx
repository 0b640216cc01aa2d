import { useOutletContext } from 'react-router'
import type { StaffAuthContext } from '../app/auth-context.ts'
import { AuthFrame } from '../features/auth/auth-frame.tsx'
import { LoginForm } from '../features/auth/login-form.tsx'
import { TicketExchange } from '../features/auth/ticket-exchange.tsx'

/** /admin/login: with a ticket of the student site, else with a password. */
export const LoginPage = () => {
  const { ticket, forgetTicket, loggedIn } = useOutletContext<StaffAuthContext>()
  return (
    <AuthFrame>
      {ticket ? (
        <TicketExchange key={ticket.ticket} {...ticket} onLoggedIn={loggedIn} onGiveUp={forgetTicket} />
      ) : (
        <LoginForm onLoggedIn={loggedIn} />
      )}
    </AuthFrame>
  )
}
