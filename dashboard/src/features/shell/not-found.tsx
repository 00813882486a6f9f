import { Link } from '@tanstack/react-router'

export function NotFoundScreen() {
  return (
    <main className="grid min-h-full place-items-center p-4">
      <div className="w-full max-w-90">
        <p className="mb-6 flex items-center gap-2 text-sm font-semibold">
          <img src="/icon.svg" alt="" className="size-6" />
          Skein
        </p>
        <h1 className="text-xl font-semibold">There is no such page</h1>
        <p className="mt-1 text-muted">The link may be old, or mistyped.</p>
        <p className="mt-4">
          <Link to="/" className="text-accent underline">
            Go to the inbox
          </Link>
        </p>
      </div>
    </main>
  )
}
