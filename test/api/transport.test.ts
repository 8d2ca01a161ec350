import { labTransport } from '#test/api/lab.ts';
import { readyCases } from '#test/api/ready-cases.ts';
import { transportCases } from '#test/api/transport-cases.ts';

transportCases(labTransport);
readyCases(labTransport);
