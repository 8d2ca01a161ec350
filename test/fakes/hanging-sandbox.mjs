// A sandbox that never says it is ready and does not end when it is asked to.
process.on('SIGTERM', () => undefined);
