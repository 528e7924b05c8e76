/** A part of a whole as a bar; the number stands beside it. */
export function ShareBar({ share }: { share: number }) {
  return (
    <svg className="meter" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect className="bar-track" width="100" height="6" />
      <rect className="bar" width={Math.max(0, Math.min(1, share)) * 100} height="6" />
    </svg>
  )
}
