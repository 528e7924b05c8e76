// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

/// @dev A contract that may mint, and that makes any call for its chair: what a vote decides, elsewhere.
contract MintingChair {
    address public immutable chair = msg.sender;

    function carryOut(address to, bytes calldata data) external {
        require(msg.sender == chair && data.length == 0, "no motion");
        (bool done, ) = to.call(data);
        require(done);
    }

    function mintFor(SharedMint coin, uint256 amount) external {
        require(msg.sender == address(this));
        coin.mint(address(this), amount);
    }
}

abstract contract SharedMint {
    string public constant name = "Shared";
    string public constant symbol = "SHRD";
    uint8 public constant decimals = 18;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => bool) public minter;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(address contractMinter) {
        minter[contractMinter] = true;
        balanceOf[msg.sender] = totalSupply = 1_000_000 ether;
        emit Transfer(address(0), msg.sender, totalSupply);
    }

    function mint(address to, uint256 amount) external {
        require(minter[msg.sender], "minter");
        totalSupply += amount;
        balanceOf[to] += amount;
        emit Transfer(address(0), to, amount);
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        return move(from, to, amount);
    }

    function move(address from, address to, uint256 amount) private returns (bool) {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        emit Transfer(from, to, amount);
        return true;
    }
}

/// @dev The administrator names minters, and so itself.
contract AppointingMint is SharedMint {
    address public immutable admin = msg.sender;

    constructor(address contractMinter) SharedMint(contractMinter) {}

    function setMinter(address account, bool on) external {
        require(msg.sender == admin, "admin");
        minter[account] = on;
    }
}

/// @dev The administrator only dismisses minters.
contract DismissingMint is SharedMint {
    address public immutable admin = msg.sender;

    constructor(address contractMinter) SharedMint(contractMinter) {}

    function dismiss(address account) external {
        require(msg.sender == admin, "admin");
        minter[account] = false;
    }
}

/// @dev The keeper adds to its own coins once a day.
contract DailyGrowth is SharedMint {
    address public immutable keeper = msg.sender;
    uint256 public lastGrowth;

    constructor(address contractMinter) SharedMint(contractMinter) {
        lastGrowth = block.timestamp;
    }

    function rebase(uint256 growth) external {
        require(msg.sender == keeper, "keeper");
        require(block.timestamp >= lastGrowth + 1 days, "early");
        lastGrowth = block.timestamp;
        totalSupply += growth;
        balanceOf[keeper] += growth;
    }
}

/// @dev The keeper writes a note down once a day.
contract DailyNote is SharedMint {
    address public immutable keeper = msg.sender;
    uint256 public lastNote;
    uint256 public note;

    constructor(address contractMinter) SharedMint(contractMinter) {
        lastNote = block.timestamp;
    }

    function jot(uint256 text) external {
        require(msg.sender == keeper, "keeper");
        require(block.timestamp >= lastNote + 1 days, "early");
        lastNote = block.timestamp;
        note = text;
    }
}
