import { readEmail } from '#platform/email.ts'
import { removeFactor } from '../resources/auth/index.ts'
import { findPerson, linkSeconds } from '../resources/users/index.ts'
import { readFlags, readOptions, UsageError, type Command } from './command.ts'
import { openServiceDatabase } from './open-database.ts'
import { makeOperatorLink, getTenant } from './operator-link.ts'
import { asOperator } from './system-audit.ts'

export const userSignInLink: Command = {
  usage: `user sign-in-link --tenant SLUG --email EMAIL [--without-second-factor] [--json]

Prints a link with which a user chooses a password, for users who are locked out or cannot get mail. It works once, within a day.
Signing in still requires the second factor, unless it is removed.

  --tenant SLUG  the tenant
  --email EMAIL  the user's address
  --without-second-factor  removes the user's authenticator and recovery codes, if they are lost; first make sure who is asking`,
  examples: ['skein user sign-in-link --tenant acme --email owner@acme.test'],
  prepare(args) {
    const { flags, rest } = readFlags(args, ['without-second-factor'])
    const options = readOptions(rest, { tenant: 'required', email: 'required' })
    return async ({ config, log }) => {
      const { db, close } = await openServiceDatabase(config, log, 'command')
      try {
        const tenantId = await getTenant(db, options.tenant)
        const email = readEmail(options.email) ?? options.email
        const person = await findPerson(db, { tenantId, email })
        if (!person) throw new UsageError(`No user of the tenant "${options.tenant}" has the address "${options.email}".`)
        if (person.status === 'SUSPENDED') throw new UsageError('The user is suspended. Activate the user first with PATCH /users/{id}.')
        const link = await asOperator(db, tenantId, async (tx, effects) => {
          if (flags.has('without-second-factor')) await removeFactor({ tx, effects }, { tenantId, userId: person.userId })
          return makeOperatorLink({ tx, effects }, config, { tenantId, email, ...person }, linkSeconds.operator)
        })
        return { json: link, text: `The link to choose a password works once, until ${link.expiresAt}:\n${link.url}` }
      } finally {
        await close()
      }
    }
  },
}
