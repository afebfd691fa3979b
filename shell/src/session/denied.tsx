import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { denySession } from './end-session.ts';

/** A route that the user may not see ends the session: state cleared, message, login. */
export const Denied = () => {
  const navigate = useNavigate();
  useEffect(() => {
    denySession();
    void navigate('/login', { replace: true });
  }, [navigate]);
  return null;
};
