import { findNavIcon, isIconPath } from '@readerlens/contract/registry';
import type { NavIconName } from '@readerlens/contract/registry';
import {
  Activity,
  BellRing,
  BookOpen,
  Building2,
  CalendarDays,
  ChartColumn,
  ChartSpline,
  ClipboardCheck,
  ClipboardList,
  Dot,
  FileChartColumn,
  Files,
  GitCompareArrows,
  Handshake,
  Icon,
  LayoutDashboard,
  Lightbulb,
  Mail,
  Newspaper,
  Presentation,
  Search,
  Settings,
  SquareActivity,
  Target,
  TrendingUp,
  UserPlus,
  Users,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { createElement } from 'react';

/** The components of the contract's icons; each costs a few hundred bytes. */
const icons: Record<NavIconName, LucideIcon> = {
  activity: Activity,
  'bell-ring': BellRing,
  'book-open': BookOpen,
  'building-2': Building2,
  'calendar-days': CalendarDays,
  'chart-column': ChartColumn,
  'chart-spline': ChartSpline,
  'clipboard-check': ClipboardCheck,
  'clipboard-list': ClipboardList,
  'file-chart-column': FileChartColumn,
  files: Files,
  'git-compare-arrows': GitCompareArrows,
  handshake: Handshake,
  'layout-dashboard': LayoutDashboard,
  lightbulb: Lightbulb,
  mail: Mail,
  newspaper: Newspaper,
  presentation: Presentation,
  search: Search,
  settings: Settings,
  'square-activity': SquareActivity,
  target: Target,
  'trending-up': TrendingUp,
  'user-plus': UserPlus,
  users: Users,
};

const findIcon = (name: string | undefined): LucideIcon => {
  const known = name && findNavIcon(name);
  return known ? icons[known] : Dot;
};

/** The icon with a name ('chart-column' or 'ChartColumn') or from its path data; a dot for an unknown name. */
export const NavIcon = ({ name, size }: { name: string | undefined; size: number }) => {
  const look = { size, 'aria-hidden': true };
  return name !== undefined && isIconPath(name)
    ? createElement(Icon, { ...look, iconNode: [['path', { d: name, key: 'path' }]] })
    : createElement(findIcon(name), look);
};
