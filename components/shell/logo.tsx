/** The mark: a gate between two posts, open by a hair. */
export const Logo = ({ size = 24 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true" className="text-accent">
    <path d="M4 4v16M20 4v16" stroke="currentColor" strokeWidth="2.25" strokeLinecap="round" />
    <path d="M8 8.5h8M8 15.5h4.5" stroke="currentColor" strokeWidth="2.25" strokeLinecap="round" />
    <circle cx="16" cy="15.5" r="1.6" fill="currentColor" />
  </svg>
);
