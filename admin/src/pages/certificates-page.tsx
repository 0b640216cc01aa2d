import { CertificateLookUp } from '../features/certificates/look-up.tsx'

/** /admin/certificates: what stands behind the number of a certificate. */
export const CertificatesPage = () => <CertificateLookUp />
