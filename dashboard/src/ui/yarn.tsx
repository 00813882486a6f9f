import { useId } from 'react'

/** Ball of yarn for empty states. Decorative. */
export function Yarn({ size = 132 }: { size?: 132 | 168 }) {
  const ball = useId()
  return (
    <svg width={size} height={size * 0.8} viewBox="-92 -58 184 147" fill="none" strokeLinecap="round" aria-hidden className="shrink-0">
      <ellipse cx="2" cy="66" rx="52" ry="5" className="fill-press" />
      <path d="M26 52c16 13 40 16 53 5 7-6 1-14-6-11-8 3-5 17 5 24" strokeWidth="3" className="stroke-chart-1" />
      <clipPath id={ball}>
        <circle r="44" />
      </clipPath>
      <g transform="translate(0 18)">
        <circle r="44" className="fill-tint" />
        <g clipPath={`url(#${ball})`} strokeWidth="2.6">
          <g transform="rotate(-28)" className="stroke-tint-line">
            {[5.3, 15, 24.6, 34.3].map((height) => (
              <path key={height} d={`M-44 0A44 ${height} 0 0 1 44 0M-44 0A44 ${height} 0 0 0 44 0`} />
            ))}
          </g>
          <g transform="rotate(38)" className="stroke-chart-1">
            {[12.3, 20.2, 28.2, 36.1].map((height) => (
              <path key={height} d={`M-44 0A44 ${height} 0 0 1 44 0`} />
            ))}
          </g>
          <g transform="rotate(104)" className="stroke-chart-1">
            {[15.8, 23.8, 31.7].map((height) => (
              <path key={height} d={`M-44 0A44 ${height} 0 0 0 44 0`} />
            ))}
          </g>
        </g>
        <circle r="44" strokeWidth="3" className="stroke-chart-1" />
      </g>
      <path d="M58 -36v9M53.5 -31.5h9M-62 -14v7M-65.5 -10.5h7M-50 -44v5M-52.5 -41.5h5" strokeWidth="2.4" className="stroke-chart-2" />
    </svg>
  )
}
