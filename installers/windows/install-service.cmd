@echo off
rem Installs health-tools as a service from this folder. Run it as an administrator. "install-service.cmd /remove" removes the service.
setlocal
set "DATA=%ProgramData%\health-tools"
if /i "%~1"=="/remove" (
  sc.exe stop health-tools >nul 2>&1
  sc.exe delete health-tools
  exit /b %errorlevel%
)
if not exist "%DATA%" mkdir "%DATA%"
rem Only administrators and the account of the service may read keys and secrets.
icacls "%DATA%" /inheritance:r /grant:r "*S-1-5-32-544:(OI)(CI)F" "*S-1-5-18:(OI)(CI)F" "*S-1-5-19:(OI)(CI)M" >nul || exit /b 1
if not exist "%DATA%\config.yaml" copy "%~dp0config.windows.yaml" "%DATA%\config.yaml" >nul || exit /b 1
"%~dp0health-tools.exe" config check --config "%DATA%\config.yaml" || exit /b 1
rem The MSI has installed the service already.
sc.exe query health-tools >nul 2>&1 || sc.exe create health-tools binPath= "\"%~dp0health-tools-service.exe\"" start= auto obj= "NT AUTHORITY\LocalService" DisplayName= "health-tools" || exit /b 1
sc.exe description health-tools "Health data tools as a REST API" >nul
sc.exe failure health-tools reset= 60 actions= restart/2000/restart/2000/restart/10000 >nul
sc.exe failureflag health-tools 1 >nul
reg.exe add "HKLM\SYSTEM\CurrentControlSet\Services\EventLog\Application\health-tools" /v TypesSupported /t REG_DWORD /d 7 /f >nul
sc.exe start health-tools
