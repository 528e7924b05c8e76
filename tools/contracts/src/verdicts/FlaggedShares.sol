// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.7.6;

interface IAsset {
    function balanceOf(address) external view returns (uint256);
    function transfer(address, uint256) external returns (bool);
    function transferFrom(address, address, uint256) external returns (bool);
}

/// @dev Shares of a token's pot, which leave after a wait of three days, by functions whose names tell nothing.
abstract contract FlaggedShares {
    IAsset public asset;
    address public officer;
    uint256 public totalSupply;
    uint256 public leaving;
    string public constant name = "Waiting Shares";
    string public constant symbol = "WAIT";
    uint8 public constant decimals = 18;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    /// @dev Bit 0: barred. The rest: time of the exit.
    mapping(address => uint256) internal state;
    mapping(address => uint256) internal owed;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(IAsset a, address o) {
        asset = a;
        officer = o;
    }

    function plant(uint256 amount, address to) external {
        require(state[to] & 1 == 0, "barred");
        uint256 held = asset.balanceOf(address(this)) - leaving;
        uint256 shares = totalSupply == 0 ? amount : (amount * totalSupply) / held;
        require(asset.transferFrom(msg.sender, address(this), amount), "pull");
        totalSupply += shares;
        move(address(0), to, shares);
    }

    function wilt(uint256 shares) external {
        uint256 amount = (shares * (asset.balanceOf(address(this)) - leaving)) / totalSupply;
        move(msg.sender, address(0), shares);
        totalSupply -= shares;
        leaving += amount;
        owed[msg.sender] += amount;
        state[msg.sender] = (state[msg.sender] & 1) | ((block.timestamp + 3 days) << 1);
    }

    function harvest() external {
        require(block.timestamp >= state[msg.sender] >> 1, "wait");
        uint256 amount = owed[msg.sender];
        owed[msg.sender] = 0;
        leaving -= amount;
        require(asset.transfer(msg.sender, amount), "push");
    }

    function bar(address account, bool on) external {
        require(msg.sender == officer, "officer");
        state[account] = ((state[account] >> 1) << 1) | (on ? 1 : 0);
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        move(msg.sender, to, amount);
        return true;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        require(allowance[from][msg.sender] >= amount, "allowance");
        allowance[from][msg.sender] -= amount;
        move(from, to, amount);
        return true;
    }

    function move(address from, address to, uint256 amount) internal {
        if (from != address(0)) {
            require(balanceOf[from] >= amount, "balance");
            balanceOf[from] -= amount;
        }
        if (to != address(0)) balanceOf[to] += amount;
        emit Transfer(from, to, amount);
    }
}

/// @dev The officer bars an account, and moves its shares to any other.
contract SeizedShares is FlaggedShares {
    constructor(IAsset a, address o) FlaggedShares(a, o) {}

    function graft(address from, address to) external {
        require(msg.sender == officer && state[from] & 1 == 1, "barred only");
        move(from, to, balanceOf[from]);
    }
}

/// @dev The officer may only bar an account from further deposits.
contract BarredShares is FlaggedShares {
    constructor(IAsset a, address o) FlaggedShares(a, o) {}
}
