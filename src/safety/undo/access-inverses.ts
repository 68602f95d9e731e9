import { Injectable } from '@nestjs/common';
import type { EventOf, StoredEvent } from '../../core/event/event.types.js';
import { ProjectAccessService } from '../../flags/project-access/project-access.service.js';
import { inProject, type InverseTable, type Mirror, requireRecorded } from './inverse.js';

const needs = inProject('PROJECT_USER_ACCESS_WRITE', 'sensitive');
const subject = ({ project }: { project: string }): string =>
  `What roles are assigned in "${project}"`;

const mirrored = (type: StoredEvent['type']) => ({ subject, type });

type Deleted = EventOf<`project-access-${'user' | 'group'}-roles-deleted`>;

/** Removing the roles of a user or group leaves an empty list. */
const removed = <Event extends Deleted>(type: StoredEvent['type']): Mirror<Event> => ({
  subject,
  type,
  left: ({ preData }) => ({ ...preData, roles: [] }),
});

/** Undoes role assignments in projects. */
@Injectable()
export class AccessInverses {
  readonly table = {
    'project-access-added': {
      needs,
      undo: ([{ project, data }], caller) => {
        const roles = requireRecorded(data.added, 'which assignments were new');
        return this.access.withdraw(project, { roles }, caller);
      },
    },
    'project-access-updated': {
      needs,
      undo: ([{ project, preData }], caller) => this.access.set(project, preData, caller),
      mirror: mirrored('project-access-updated'),
    },
    'project-access-user-roles-updated': {
      needs,
      undo: ([{ project, preData }], caller) =>
        this.access.setRoles(project, 'user', preData.userId, preData.roles, caller),
      mirror: mirrored('project-access-user-roles-updated'),
    },
    'project-access-user-roles-deleted': {
      needs,
      undo: ([{ project, preData }], caller) =>
        this.access.setRoles(project, 'user', preData.userId, preData.roles, caller),
      mirror: removed('project-access-user-roles-updated'),
    },
    'project-access-group-roles-updated': {
      needs,
      undo: ([{ project, preData }], caller) =>
        this.access.setRoles(project, 'group', preData.groupId, preData.roles, caller),
      mirror: mirrored('project-access-group-roles-updated'),
    },
    'project-access-group-roles-deleted': {
      needs,
      undo: ([{ project, preData }], caller) =>
        this.access.setRoles(project, 'group', preData.groupId, preData.roles, caller),
      mirror: removed('project-access-group-roles-updated'),
    },
  } satisfies InverseTable;

  constructor(private readonly access: ProjectAccessService) {}
}
