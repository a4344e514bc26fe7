from koalarag.embedded.supervisor import main

main()
