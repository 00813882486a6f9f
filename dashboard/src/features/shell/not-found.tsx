import { Link } from '@tanstack/react-router'

export function NotFoundScreen() {
  return (
    <main className="grid min-h-full place-items-center p-4">
      <div>
        <h1 className="text-xl font-semibold">There is no such page</h1>
        <p className="mt-2">
          <Link to="/" className="text-accent underline">
            To the start
          </Link>
        </p>
      </div>
    </main>
  )
}
