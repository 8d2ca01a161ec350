/** Test files that need a part of Linux, and what tells the same elsewhere. Files that need it in one place ask `process.platform` there. */
export const linuxOnly: Record<string, string> = {
  'test/accounts/keychain.test.ts':
    'a keychain daemon on a bus of its own; elsewhere npm run verify:package keeps a sign-in in the system’s own',
  'test/e2e/canary.slow.spec.ts': 'the same keychain and processes’ memory; what is written is searched by test/security on every system',
  'test/e2e/main-job.spec.ts': 'a stand-in for xdg-open; the same job without a browser is test/integration/main-job.test.ts',
  'test/e2e/repair.slow.spec.ts': 'the desk of the two above; test/component/states-axe.slow.test.ts and test/cache/damage.test.ts',
  'test/e2e/sign-in.slow.spec.ts': 'a stand-in for xdg-open; test/integration/accounts.test.ts signs in over the same loopback',
  'test/e2e/start.spec.ts': 'Ctrl+C as a signal; test/host/start-rules.test.ts on each system’s arguments, and npm run verify:package',
  'test/e2e/trip.slow.spec.ts': 'the desk of the main job; test/component/packs.test.ts',
  'test/host/bootstrap.test.ts': 'programs as scripts of a shell; test/host/stages.test.ts on how Windows is told of programs',
  'test/library/libre-office.slow.test.ts':
    'LibreOffice from Debian; test/library/workbook.test.ts reads the same workbooks with another library',
  'test/host/package.slow.test.ts': 'the Linux package from the stub; npm run verify:package on the system’s own package',
};
