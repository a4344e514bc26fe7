from koalarag.localserver.supervisor import main

main()
